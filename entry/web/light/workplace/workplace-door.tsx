import { late } from '#packages/web/light/late.tsx'
import { Doorway } from '../sign-in/doorway.tsx'
import { Message } from '../sign-in/message.tsx'
import type { VisitProps } from './visit.tsx'

const Visit = late(() => import('./visit.tsx').then((loaded) => loaded.Visit), {
  meanwhile: <Message title="钉钉登录" words="正在通过钉钉登录…" />,
})

/** Signs in with what DingTalk says, or asks whose account it is. */
export function WorkplaceDoor(props: Omit<VisitProps, 'arrive'>) {
  return <Doorway>{(arrive) => <Visit {...props} arrive={arrive} />}</Doorway>
}
