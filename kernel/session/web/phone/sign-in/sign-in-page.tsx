import { useState } from 'react'
import { rememberedNameKey } from '#packages/web/core/browser-session.ts'
import { isInDingTalk } from '#packages/web/core/dingtalk.ts'
import { takeSignInNotice } from '#packages/web/core/sign-in-notice.ts'
import { hasSignedOut } from '#packages/web/core/session.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { useMedia } from '#packages/web/light/use-media.ts'
import type { OnSignedIn } from './sign-in-handler.ts'
import { SignInFlow } from './sign-in-flow.tsx'
import { SignInAside } from './sign-in-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SilentSignIn } from './silent-sign-in.tsx'
import { useInvitation } from './use-invitation.ts'
import { useSignInView } from './use-sign-in-view.ts'

// Most users type a name and a password: everything else is loaded on demand.
const ForgotPasswordForm = lazyComponent(() =>
  import('./forgot-password-form.tsx').then((loaded) => loaded.ForgotPasswordForm),
)
const InvitationForm = lazyComponent(() => import('./invitation-form.tsx').then((loaded) => loaded.InvitationForm))
const QrPanel = lazyComponent(() => import('./qr-panel.tsx').then((loaded) => loaded.QrPanel))
const SmsForm = lazyComponent(() => import('./sms-form.tsx').then((loaded) => loaded.SmsForm))

/** The message for users who were redirected here. */
function readNotice() {
  const message = takeSignInNotice()
  return message ? { message, userName: localStorage.getItem(rememberedNameKey) ?? '' } : undefined
}

export default function SignInPage() {
  const [invitation, dismiss] = useInvitation()
  const [notice, setNotice] = useState<{ message: string; userName: string } | undefined>(readNotice)
  const { view, show, linkTo } = useSignInView()
  const [isTryingDingTalk, setTryingDingTalk] = useState(
    () => isInDingTalk() && !hasSignedOut() && !notice && !invitation && !view,
  )
  // A phone cannot scan its own screen.
  const isWide = useMedia('(min-width: 900px)')

  const leaveInvitation = (userName?: string) => {
    if (userName) setNotice({ message: '账号已开通，请登录', userName })
    dismiss()
  }
  const afterReset = () => {
    setNotice({ message: '密码已重设，请用新密码登录', userName: '' })
    show('', 'replaceState')
  }
  const renderForm = (onSignedIn: OnSignedIn) => {
    if (invitation) return <InvitationForm token={invitation} onDone={leaveInvitation} onSignedIn={onSignedIn} />
    if (view === 'forgot') return <ForgotPasswordForm linkTo={linkTo} onDone={afterReset} />
    if (view === 'sms') return <SmsForm onSignedIn={onSignedIn} linkTo={linkTo} />
    if (isTryingDingTalk) return <SilentSignIn onSignedIn={onSignedIn} onTried={() => setTryingDingTalk(false)} />
    return <SignInForm onSignedIn={onSignedIn} linkTo={linkTo} notice={notice} />
  }
  return (
    <SignInFlow
      key={invitation}
      resumes={!invitation}
      hasBanner={!invitation && !view}
      aside={(onSignedIn) => (isWide && !invitation && !view ? <QrPanel onSignedIn={onSignedIn} /> : <SignInAside />)}
    >
      {renderForm}
    </SignInFlow>
  )
}
