import { useEffect } from 'react'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { findFirstStep, useSession } from '#packages/web/core/session.ts'
import { lazyComponent } from '#packages/web/light/lazy-component.tsx'
import { QrOutcome } from './qr-outcome.tsx'
import { qrSkeleton } from './qr-skeleton.tsx'

const QrConfirmation = lazyComponent(() => import('./qr-confirmation.tsx').then((loaded) => loaded.QrConfirmation), {
  fallback: qrSkeleton,
})

/** A phone has scanned the QR code of another screen: asks whether its user wants to sign in there. */
export default function QrPage() {
  usePageTitle('扫码登录')
  const { token, user } = useSession()
  const mustSignIn = !token || findFirstStep(user) !== undefined
  useEffect(() => {
    if (mustSignIn) location.replace(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  }, [mustSignIn])
  return mustSignIn ? <QrOutcome title="请先登录" text="正在打开登录页…" /> : <QrConfirmation />
}
