import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sessionApi } from '../../contract.ts'
import { callRaw } from '#packages/web/core/call.ts'
import { updateSessionUser, useSession } from '#packages/web/core/session.ts'
import { AvatarImage } from '#packages/web/desk/avatar-image.tsx'

const key = ['avatar']

/** The picture of the signed-in user, or the first character of the name. Decorative; the name is beside it. */
export default function Avatar({ size }: { size: 28 | 80 }) {
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

/** Reloads the picture everywhere after a new one was uploaded. */
export function useAvatarChange() {
  const client = useQueryClient()
  return async () => {
    updateSessionUser({ avatar: sessionApi.avatar.path })
    await client.invalidateQueries({ queryKey: key })
  }
}
