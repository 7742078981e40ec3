// Runs in the page: tells every greeting when the frame that shows it has been drawn.
let shown = ''

function look() {
  const greeting = document.querySelector('main p')?.textContent ?? ''
  if (greeting && greeting !== shown) {
    shown = greeting
    // The first task after this frame.
    const channel = new MessageChannel()
    channel.port1.onmessage = () => window.tellGreeting(greeting, Date.now())
    channel.port2.postMessage(undefined)
  }
  requestAnimationFrame(look)
}

requestAnimationFrame(look)
