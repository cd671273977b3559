import { SwapOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { call } from '#packages/web/core/call.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { overtime, overtimeApi } from '../../contract.ts'
import { leaveKey } from '../leave-queries.ts'

// Every list would load what a static import brings along.
const ApprovalPath = lazy(() => import('../components/approval-path.tsx'))

const list = createEntityListSpec(overtime, overtimeApi, {
  key: 'teacher-leave:overtime',
  icon: SwapOutlined,
  labels: { create: '申请调休', send: '提交', created: '已提交，等待审批' },
  empty: { title: '暂无加班记录', text: '周末监考、值班等加班，审批后转为调休。' },
})

/** 加班转调休. */
export default defineListPage({
  ...list,
  queryKey: leaveKey,
  create: {
    ...list.create!,
    form: (node) => ({
      ...list.create!.form(node),
      aside: ({ amount }) => (
        <Suspense>
          <ApprovalPath subject={overtime.key} values={{ days: (amount ?? 0) / 100 }} />
        </Suspense>
      ),
    }),
  },
  actions: [
    {
      key: 'recall',
      label: '撤回',
      permission: 'staff',
      isSingle: true,
      isPrimary: true,
      isDanger: true,
      when: ({ status }) => status === 'waiting',
      run: async (targets) => {
        if ('ids' in targets) await call(overtimeApi.recallOvertime, { body: { id: targets.ids[0]! } })
      },
      done: () => '已撤回',
    },
  ],
})
