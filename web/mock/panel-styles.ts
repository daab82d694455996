/** One look for light and dark pages: it is a tool, not a part of the page. */
export const panelStyles = `
:host {
  position: fixed;
  left: max(0.75rem, env(safe-area-inset-left));
  bottom: max(0.75rem, env(safe-area-inset-bottom));
  z-index: 1000;
  font: 500 0.875rem/1.4 'Inter Variable', system-ui, sans-serif;
  color: #e9eef5;
  color-scheme: dark;
}
* { box-sizing: border-box; margin: 0; font: inherit; color: inherit; }
[hidden] { display: none !important; }
button, select { cursor: pointer; }
button:focus-visible, select:focus-visible { outline: 2px solid #7dd3fc; outline-offset: 2px; }
.open {
  display: inline-flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 2.25rem;
  padding: 0 0.875rem;
  border: 1px solid #3b4656;
  border-radius: 999px;
  background: #10161f;
  box-shadow: 0 6px 20px rgb(0 0 0 / 30%);
}
.open:hover { background: #1a2330; }
.dot { width: 0.5rem; height: 0.5rem; border-radius: 50%; background: #64748b; }
.open[data-changed='true'] .dot { background: #facc15; }
.panel {
  display: flex;
  flex-direction: column;
  gap: 1.25rem;
  width: min(24rem, calc(100vw - 1.5rem));
  max-height: calc(100dvh - 5rem);
  margin-bottom: 0.5rem;
  padding: 1rem 1.125rem;
  overflow: auto;
  overscroll-behavior: contain;
  border: 1px solid #3b4656;
  border-radius: 0.875rem;
  background: #10161f;
  box-shadow: 0 18px 48px rgb(0 0 0 / 45%);
}
header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; }
h2 { font-size: 1rem; font-weight: 650; }
h3 { margin-bottom: 0.5rem; font-size: 0.75rem; font-weight: 600; color: #a9b6c6; }
.close {
  width: 2rem;
  height: 2rem;
  border: 0;
  border-radius: 0.5rem;
  background: transparent;
  font-size: 1.25rem;
  line-height: 1;
}
.close:hover { background: #1f2937; }
.states { display: flex; flex-wrap: wrap; gap: 0.375rem; padding: 0; list-style: none; }
.states button {
  display: inline-flex;
  align-items: baseline;
  gap: 0.375rem;
  min-height: 2rem;
  padding: 0.25rem 0.625rem;
  border: 1px solid #3b4656;
  border-radius: 0.5rem;
  background: transparent;
  text-align: left;
}
.states button:hover { background: #1f2937; }
.states button[aria-pressed='true'] { border-color: #7dd3fc; background: #0c4a6e; }
small { font-size: 0.75rem; color: #a9b6c6; }
[aria-pressed='true'] small { color: #d6ecfa; }
.call { display: grid; grid-template-columns: minmax(0, 1fr) 10.5rem; align-items: center; gap: 0.75rem; padding: 0.25rem 0; }
.call span { overflow-wrap: anywhere; }
select {
  width: 100%;
  min-height: 2rem;
  padding: 0 0.5rem;
  border: 1px solid #3b4656;
  border-radius: 0.5rem;
  background: #1a2330;
  text-overflow: ellipsis;
}
.reset {
  width: 100%;
  min-height: 2.25rem;
  border: 1px solid #3b4656;
  border-radius: 0.5rem;
  background: #1a2330;
}
.reset:hover { background: #263244; }
@media print { :host { display: none; } }
`;
