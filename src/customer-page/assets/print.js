// Shows the button that prints the offer. Without this module, browsers print it by their menu.
const button = document.querySelector('#print')
if (button !== null) {
  button.hidden = false
  button.addEventListener('click', () => window.print())
}
