/** React, in the chunk that holds nothing else: `src/main.tsx` lets it start in a task of its own. */
export { createRoot } from 'react-dom/client';
