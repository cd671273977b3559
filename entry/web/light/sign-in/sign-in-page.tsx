import { useState } from 'react'
import { rememberedName } from '#packages/web/core/browser-session.ts'
import { isInDingTalk } from '#packages/web/core/dingtalk.ts'
import { takeNotice } from '#packages/web/core/notice.ts'
import { hasLeft } from '#packages/web/core/session.ts'
import { late } from '#packages/web/light/late.tsx'
import { useMedia } from '#packages/web/light/use-media.ts'
import type { Arrive } from './arrival.ts'
import { Doorway } from './doorway.tsx'
import { Aside } from './frame.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SilentDoor } from './silent-door.tsx'
import { useInvitation } from './use-invitation.ts'
import { useView } from './use-view.ts'

// Most people type a name and a password: everything else comes when it is wanted.
const ForgotForm = late(() => import('./forgot-form.tsx').then((loaded) => loaded.ForgotForm))
const InvitationForm = late(() => import('./invitation-form.tsx').then((loaded) => loaded.InvitationForm))
const QrPanel = late(() => import('./qr-panel.tsx').then((loaded) => loaded.QrPanel))
const SmsForm = late(() => import('./sms-form.tsx').then((loaded) => loaded.SmsForm))

/** What the visitor was told on being sent here. */
function sentWith() {
  const words = takeNotice()
  return words ? { words, userName: localStorage.getItem(rememberedName) ?? '' } : undefined
}

export default function SignInPage() {
  const [invitation, dismiss] = useInvitation()
  const [news, setNews] = useState<{ words: string; userName: string } | undefined>(sentWith)
  const { view, show, linkTo } = useView()
  const [tries, setTries] = useState(() => isInDingTalk() && !hasLeft() && !news && !invitation && !view)
  // Nobody can scan the phone in their own hand.
  const isWide = useMedia('(min-width: 900px)')

  const leaveInvitation = (userName?: string) => {
    if (userName) setNews({ words: '账号已开通，请登录', userName })
    dismiss()
  }
  const afterReset = () => {
    setNews({ words: '密码已重设，请用新密码登录', userName: '' })
    show('', 'replaceState')
  }
  const door = (arrive: Arrive) => {
    if (invitation) return <InvitationForm token={invitation} onDone={leaveInvitation} arrive={arrive} />
    if (view === 'forgot') return <ForgotForm linkTo={linkTo} onDone={afterReset} />
    if (view === 'sms') return <SmsForm arrive={arrive} linkTo={linkTo} />
    if (tries) return <SilentDoor arrive={arrive} onTried={() => setTries(false)} />
    return <SignInForm arrive={arrive} linkTo={linkTo} news={news} />
  }
  return (
    <Doorway
      key={invitation}
      resumes={!invitation}
      hasBanner={!invitation && !view}
      aside={(arrive) => (isWide && !invitation && !view ? <QrPanel arrive={arrive} /> : <Aside />)}
    >
      {door}
    </Doorway>
  )
}
