import { useEffect, useState } from 'react'
import { siteApi } from '#kernel/site/contract.ts'
import type { DataOf } from '#packages/contract'
import { callPublic } from '#packages/web/core/call-public.ts'

type About = DataOf<typeof siteApi.about>

let request: Promise<About> | undefined

/** Facts about the installation; empty until they are loaded, and when loading fails. */
export function useAbout(): Partial<About> {
  const [about, setAbout] = useState<Partial<About>>({})
  useEffect(() => {
    let isUnmounted = false
    request ??= callPublic(siteApi.about)
    request.then(
      (data) => isUnmounted || setAbout(data),
      () => {
        request = undefined
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [])
  return about
}
