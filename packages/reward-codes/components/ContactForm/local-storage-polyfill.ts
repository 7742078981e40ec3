// The EmailJS client reads `localStorage` while it loads. That throws if the visitor has blocked storage, and makes
// Node.js warn. The client handles an undefined `localStorage`.
try {
  if (import.meta.env.SSR) throw new Error('Node.js has no storage.')
  void localStorage
} catch {
  Object.defineProperty(globalThis, 'localStorage', { value: undefined })
}
