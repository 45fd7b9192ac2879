import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { m } from '../messages/messages.ts'
import { Eye, EyeOff } from './icons.tsx'
import { TextField } from './text-field.tsx'

/** A password field with a button that shows it, and a warning if Caps Lock is on. */
export function PasswordField({ hint, ...field }: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? m.ui_caps_lock() : hint}
      onKeyDown={readCapsLock}
      onKeyUp={readCapsLock}
      onBlur={() => setCapsLock(false)}
      end={
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-label={shown ? m.ui_hide_password() : m.ui_show_password()}
          className="grid size-11 place-items-center rounded-full text-muted transition-colors hover:text-ink"
        >
          <Icon className="size-5" aria-hidden />
        </button>
      }
    />
  )
}
