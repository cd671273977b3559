import { HomeOutlined } from '@ant-design/icons'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPageOf } from '#packages/web/desk/list/list-page.tsx'
import { room, roomApi } from '../../../contract.ts'
import { roomListOptions } from '../../room-list.ts'
import type { ShownOrg } from './org-tabs.tsx'

export const RoomList = defineListPageOf(({ orgId }: ShownOrg) =>
  createEntityListSpec(room, roomApi, {
    ...roomListOptions,
    icon: HomeOutlined,
    fixed: { orgId },
  }),
)
