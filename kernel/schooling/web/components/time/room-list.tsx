import { HomeOutlined } from '@ant-design/icons'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPageOf } from '#packages/web/desk/list/list-page.tsx'
import { room, roomApi } from '../../../contract.ts'
import type { ShownOrg } from './org-tabs.tsx'

export const RoomList = defineListPageOf(({ orgId }: ShownOrg) =>
  createEntityListSpec(room, roomApi, {
    key: 'schooling:Rooms',
    icon: HomeOutlined,
    fixed: { orgId },
    empty: { title: '还没有场室', text: '新建场室，排课和考试时可以选用。' },
  }),
)
