import { staffHome } from '#packages/web/core/user-homes.ts'
import { definePhoneList } from '#packages/web/light/list/phone-list.tsx'
import { ownRoomList } from '../room-list.ts'

export default definePhoneList(ownRoomList, {
  title: '场室',
  back: `${staffHome}?tab=apps`,
  help: 'subjects',
  deskUrl: '/baseData/Subjects?tab=rooms',
})
