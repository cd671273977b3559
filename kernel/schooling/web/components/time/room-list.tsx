import { HomeOutlined } from '@ant-design/icons'
import { defineEntityList } from '#packages/web/desk/entity/entity-list.tsx'
import { room, roomApi } from '../../../contract.ts'
import type { ShownOrg } from './org-tabs.tsx'

export const roomList = ({ orgId }: ShownOrg) =>
  defineEntityList(room, roomApi, {
    key: 'schooling:Rooms',
    icon: HomeOutlined,
    fixed: { orgId },
    empty: { title: '还没有场室', text: '新建场室，排课和考试时可以选用。' },
  })
