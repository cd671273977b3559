import { lazy } from 'react'
import { z } from 'zod'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { moveForm, type MoveForm, type Organisation } from '../../contract.ts'

const ParentPicker = lazy(() => import('./parent-picker.tsx'))

const schema = moveForm.extend({ parentId: z.guid('请选择新的上级') })

/** The form of a move: only allowed parents can be chosen. */
export const getMoveForm = (row: Organisation): FormSpec<MoveForm> => ({
  schema,
  initial: () => ({ id: row.id, parentId: '', version: row.version }),
  sections: [
    {
      fields: [
        {
          name: 'parentId',
          label: '新的上级',
          kind: 'custom',
          required: true,
          hint: row.type === 'department' ? '部门在本单位内移动，其下级和人员一起移动' : '其下级和人员一起移动',
          draw: (props) => <ParentPicker {...props} row={row} />,
        },
      ],
    },
  ],
})
