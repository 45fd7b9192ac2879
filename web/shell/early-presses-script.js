/*
 * Loaded as it is, before the app: remembers which of the buttons marked with data-early are pressed while the app's own
 * scripts are still on their way, and lets them look busy. early-presses.ts presses them anew.
 */
{
  const buttons = []
  const press = ({ target }) => {
    const button = target.closest('[data-early]')
    if (!button || buttons.includes(button)) return
    buttons.push(button)
    button.setAttribute('aria-busy', 'true')
  }
  addEventListener('click', press, true)
  window.earlyPresses = { buttons, stop: () => removeEventListener('click', press, true) }
}
