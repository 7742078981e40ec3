// The EmailJS client reads `localStorage` while it loads, which throws if the visitor has blocked
// storage. The client handles an undefined `localStorage`, so define it as such.
try {
  void localStorage
} catch {
  Object.defineProperty(window, 'localStorage', { value: undefined })
}
