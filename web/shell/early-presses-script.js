{
  const buttons = []
  const hold = (button) => {
    if (!button || buttons.includes(button)) return
    buttons.push(button)
    button.setAttribute('aria-busy', 'true')
  }
  const press = ({ target }) => hold(target.closest('[data-early]'))
  const submit = (event) => {
    if (event.target.method !== 'post') return
    event.preventDefault()
    hold(event.submitter ?? event.target.querySelector('[type=submit]'))
  }
  addEventListener('click', press, true)
  addEventListener('submit', submit, true)
  window.earlyPresses = {
    buttons,
    stop: () => {
      removeEventListener('click', press, true)
      removeEventListener('submit', submit, true)
    },
  }
}
