import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { sessionApi } from '#kernel/session/contract.ts'
import { callRaw } from '#packages/web/core/call.ts'
import { updateSessionUser, useSession } from '#packages/web/core/session.ts'
import styles from './avatar.module.css'

const key = ['avatar']

/** The picture of the signed-in user, or the first character of the name. Decorative; the name is beside it. */
export function Avatar({ size }: { size: 28 | 80 }) {
  const user = useSession((session) => session.user)
  const { data } = useQuery({
    queryKey: [...key, user?.userId],
    // The route needs the session token, which a plain <img> cannot send.
    queryFn: ({ signal }) => callRaw(sessionApi.avatar, { query: { t: String(Date.now()) }, signal }),
    enabled: Boolean(user?.avatar),
    staleTime: Infinity,
  })
  return <AvatarImage blob={data} initial={user?.realName.slice(0, 1) ?? ''} size={size} />
}

interface AvatarImageProps {
  blob: Blob | undefined
  initial: string
  size: 28 | 80
}

export function AvatarImage({ blob, initial, size }: AvatarImageProps) {
  const url = useObjectUrl(blob)
  const box = { width: size, height: size, fontSize: size / 2 }
  return (
    <span className={styles['avatar']} style={box} aria-hidden="true">
      {url ? <img src={url} alt="" width={size} height={size} /> : initial}
    </span>
  )
}

function useObjectUrl(blob: Blob | undefined) {
  const url = useMemo(() => blob && URL.createObjectURL(blob), [blob])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}

/** Reloads the picture everywhere after a new one was uploaded. */
export function useAvatarChange() {
  const client = useQueryClient()
  return async () => {
    updateSessionUser({ avatar: sessionApi.avatar.path })
    await client.invalidateQueries({ queryKey: key })
  }
}
