import { createRoot } from 'react-dom/client';
import { App, startApp } from './app.tsx';

/** Shows the app. */
export function mount() {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  startApp();
  createRoot(root).render(<App />);
}
