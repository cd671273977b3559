import { useEffect } from 'react'
import { usePageTitle } from '#packages/web/core/page-title.ts'
import { firstStepOf, useSession } from '#packages/web/core/session.ts'
import { late } from '#packages/web/light/late.tsx'
import { Outcome } from './outcome.tsx'
import { reading } from './reading.tsx'

const Confirmation = late(() => import('./confirmation.tsx').then((loaded) => loaded.Confirmation), {
  meanwhile: reading,
})

/** A phone has scanned the code on another screen: is it you who wants to sign in there? */
export default function QrPage() {
  usePageTitle('扫码登录')
  const { token, user } = useSession()
  const mustSignIn = !token || firstStepOf(user) !== undefined
  useEffect(() => {
    if (mustSignIn) location.replace(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
  }, [mustSignIn])
  return mustSignIn ? <Outcome title="请先登录" words="正在打开登录页…" /> : <Confirmation />
}
