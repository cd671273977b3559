import { createEntityList } from '#packages/web/core/entity/entity-list.ts'
import { room, roomApi } from '../contract-rooms.ts'

/** What the desk and phones share of the list of rooms. */
export const roomListOptions = {
  key: 'schooling:Rooms',
  empty: { text: '新建场室，排课和考试时可以选用。' },
}
/** The rooms of the user's school. */
export const ownRoomList = createEntityList(room, roomApi, roomListOptions)
