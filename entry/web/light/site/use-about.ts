import { useEffect, useState } from 'react'
import { siteApi } from '#kernel/site/contract.ts'
import type { DataOf } from '#packages/contract'
import { callPublic } from '#packages/web/core/call-public.ts'

type About = DataOf<typeof siteApi.about>

let request: Promise<About> | undefined

/** What the installation says about itself; nothing until it is known, and nothing when it cannot be asked. */
export function useAbout(): Partial<About> {
  const [about, setAbout] = useState<Partial<About>>({})
  useEffect(() => {
    let gone = false
    request ??= callPublic(siteApi.about)
    request.then(
      (data) => gone || setAbout(data),
      () => {
        request = undefined
      },
    )
    return () => {
      gone = true
    }
  }, [])
  return about
}
