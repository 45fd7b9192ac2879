import { useNavigate } from 'react-router'
import type { User } from '../../contract/entities/user.ts'
import { dropAddressDraft } from '../addresses/address-draft.ts'
import { failureMessage } from '../client/api.ts'
import { signOut } from '../client/session.ts'
import { m } from '../messages/messages.ts'
import { icon, LogOut, Package } from '../ui/icons.tsx'
import { Menu, MenuAction, MenuLink } from '../ui/menu.tsx'
import { toast } from '../ui/toast.ts'
import { verifyCode } from './code-sent.ts'
import { ProfileButton } from './profile-button.tsx'
import { sendVerifyCode } from './send-verify-code.ts'

const KeyRound = icon('key-round')
const MailCheck = icon('mail-check')

/** The account menu of a signed-in shopper, loaded by the first press of its button. */
export default function ShopperMenu({ user }: { user: User }) {
  const navigate = useNavigate()

  async function verify() {
    if (await sendVerifyCode()) navigate('/email-verify')
  }

  async function logOut() {
    try {
      const reply = await signOut()
      if (!reply.success) return toast.error(reply.message)
      // The next user of this browser may be another person.
      dropAddressDraft()
      verifyCode.forget()
      toast.success(reply.message)
      navigate('/')
    } catch (error) {
      dropAddressDraft()
      toast.error(failureMessage(error))
    }
  }

  return (
    <Menu trigger={<ProfileButton user={user} />} defaultOpen>
      <div className="mb-1 border-line border-b px-3 pt-1 pb-2">
        <p className="truncate font-semibold">{user.name}</p>
        <p className="truncate text-muted text-sm">{user.email}</p>
      </div>
      {!user.isAccountVerified && (
        <MenuAction onClick={verify}>
          <MailCheck className="size-5" aria-hidden />
          {m.account_menu_verify()}
        </MenuAction>
      )}
      <MenuLink to="/reset-password">
        <KeyRound className="size-5" aria-hidden />
        {m.account_menu_change_password()}
      </MenuLink>
      <MenuLink to="/my-orders">
        <Package className="size-5" aria-hidden />
        {m.account_menu_orders()}
      </MenuLink>
      <MenuAction onClick={logOut}>
        <LogOut className="size-5" aria-hidden />
        {m.account_menu_logout()}
      </MenuAction>
    </Menu>
  )
}
