// The client of EmailJS looks for `localStorage` while it loads, and where a visitor has blocked
// storage even looking throws. It copes with a browser that has none, so that is what it sees.
try {
  void localStorage
} catch {
  Object.defineProperty(window, 'localStorage', { value: undefined })
}
