import { lazy } from 'react'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { orgTypes, splitForm, type Organisation, type OrgType, type SplitForm } from '../../contract.ts'

// Loaded lazily, because the list does not need antd's checkboxes.
const DepartmentChecklist = lazy(() => import('./department-checklist.tsx'))

const allTypes = Object.keys(orgTypes) as OrgType[]

/** A school splits into schools, an institution into institutions. */
const listSimilarTypes = ({ type }: Organisation) =>
  allTypes.filter((one) => one === type || (orgTypes[type].switchable && orgTypes[one].switchable))

/** The form of a split. */
export const getSplitForm = (row: Organisation): FormSpec<SplitForm> => ({
  schema: splitForm,
  initial: () => ({ id: row.id, name: '', type: row.type, departmentIds: [] }),
  sections: [
    {
      fields: [
        { name: 'name', label: '新机构名称', kind: 'text', width: 'long', required: true },
        {
          name: 'type',
          label: '类型',
          kind: 'select',
          width: 'short',
          required: true,
          options: listSimilarTypes(row).map((value) => ({ value, label: orgTypes[value].title })),
        },
        {
          name: 'departmentIds',
          label: '划出的部门',
          kind: 'custom',
          required: true,
          hint: '部门连同其下级和人员一起划入新机构；原任职自今日起结束，转为新机构的任职',
          draw: (props) => <DepartmentChecklist {...props} of={row.id} />,
        },
      ],
    },
  ],
})
