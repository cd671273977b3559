import { call } from '#packages/web/core/call.ts'
import { staffHome } from '#packages/web/core/user-homes.ts'
import { EntityPage } from '#packages/web/light/entity/entity-page.tsx'
import { useLoaded } from '#packages/web/light/use-loaded.ts'
import { accessApi } from '#kernel/access/contract.ts'
import { room, roomApi } from '../../contract-rooms.ts'

/** /staffMain/rooms: the rooms of the user's school. */
export default function RoomsPage() {
  const { answer } = useLoaded('permissions', () => call(accessApi.menu))
  // Without the permissions the rooms can be read.
  const permissions = answer && answer !== 'failed' ? answer.permissions : []
  return (
    <EntityPage
      entity={room}
      api={roomApi}
      back={staffHome}
      help="subjects"
      empty={{ title: '还没有场室', text: '教务处登记场室后会显示在这里。' }}
      permissions={permissions}
    />
  )
}
