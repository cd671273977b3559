import { lazy, Suspense } from 'react'
import { useSession } from '#packages/web/core/session.ts'
import { AvatarImage } from '#packages/web/desk/avatar-image.tsx'

const Avatar = lazy(async () => (await import('#kernel/session/web/index.ts')).loadAvatar())

/** The picture of the signed-in user; the initial until it has loaded. */
export function OwnAvatar({ size }: { size: 28 | 80 }) {
  const initial = useSession((session) => session.user?.realName.slice(0, 1) ?? '')
  return (
    <Suspense fallback={<AvatarImage blob={undefined} initial={initial} size={size} />}>
      <Avatar size={size} />
    </Suspense>
  )
}
