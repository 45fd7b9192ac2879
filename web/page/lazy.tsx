import { type ComponentProps, type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { reportLost } from '../client/connection.ts'
import { m } from '../messages/messages.ts'
import { toast } from '../ui/toast.ts'

/*
 * Components, and functions, whose script is loaded when they are first needed. If it can't be loaded, a toast says so
 * and the page stays; it is loaded again when the component is needed again.
 */

type Load<T> = () => Promise<{ default: T }>
type DialogProps = { open: boolean; onClose: () => void }

/**
 * Loads a component, or functions, once they are `wanted`, and returns them; undefined until then. `onLost` is called
 * if that fails.
 */
export function useLazy<T>(load: Load<T>, wanted: boolean, onLost?: () => void): T | undefined {
  const [loaded, setLoaded] = useState<T>()
  const lost = useEffectEvent(() => {
    reportLost()
    toast.error(m.shell_unreachable())
    onLost?.()
  })
  useEffect(() => {
    if (wanted) load().then((script) => setLoaded(() => script.default), lost)
  }, [load, wanted])
  return loaded
}

/** Makes a dialog that is loaded when it is first opened. */
export function lazyDialog(load: Load<ComponentType<DialogProps>>): ComponentType<DialogProps> {
  return (props) => {
    const Dialog = useLazy(load, props.open, props.onClose)
    return Dialog && <Dialog {...props} />
  }
}

/** Makes a menu that is loaded when its button is first pressed, and is then open. Until then it is only the button. */
export function lazyMenu<P extends object>(
  load: Load<ComponentType<P>>,
  Button: ComponentType<P & ComponentProps<'button'>>,
): ComponentType<P> {
  return (props) => {
    const [pressed, setPressed] = useState(false)
    const Menu = useLazy(load, pressed, () => setPressed(false))
    if (Menu) return <Menu {...props} />
    return (
      <Button
        {...props}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setPressed(true)}
      />
    )
  }
}
