import { BookOutlined } from '@ant-design/icons'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPageOf } from '#packages/web/desk/list/list-page.tsx'
import { subject, subjectApi } from '../../../contract.ts'
import type { ShownOrg } from './org-tabs.tsx'

/** The subjects of the district and the school's own. */
export const SubjectList = defineListPageOf(({ orgId, isDistrict }: ShownOrg) => {
  const spec = createEntityListSpec(subject, subjectApi, {
    key: 'schooling:Subjects',
    icon: BookOutlined,
    fixed: { orgId },
    initial: () => ({ kind: isDistrict ? ('local' as const) : ('school' as const) }),
    empty: { text: '学科由教育局统一维护，学校可以新建校本学科。' },
  })
  return {
    ...spec,
    note: isDistrict ? '全区学校共用' : '全区学科由教育局维护，学校可以新建校本学科',
    edit: { ...spec.edit!, when: ({ origin }) => (origin === 'district') === isDistrict },
  }
})
