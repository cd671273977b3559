import { z } from 'zod'
import { isMobile } from '#packages/core/phone.ts'
import type { FormSpec } from '../form/form-spec.ts'

const schema = z.object({
  post: z.string().trim().min(1, '请输入职务').max(20, '职务最多 20 个字'),
  department: z.string().min(1, '请选择部门'),
  kind: z.string(),
  phone: z.literal('').or(z.string().refine(isMobile, '请输入正确的手机号')),
  isInvited: z.boolean(),
})

const options = (...labels: string[]) => labels.map((label) => ({ value: label, label }))

/** Short enough for a dialog. */
export const partTimeForm: FormSpec<z.infer<typeof schema>> = {
  schema,
  initial: () => ({ post: '', department: '', kind: '半职', phone: '', isInvited: true }),
  sections: [
    {
      fields: [
        { name: 'post', label: '职务', kind: 'text', required: true },
        {
          name: 'department',
          label: '部门',
          kind: 'select',
          required: true,
          options: options('校长室', '教务处', '德育处', '总务处', '数学教研组'),
        },
        { name: 'kind', label: '工作量', kind: 'radio', options: options('半职', '按课时', '临时') },
        { name: 'phone', label: '联系手机', kind: 'phone' },
        { name: 'isInvited', label: '发送邀请', kind: 'switch', hint: '本人确认后生效' },
      ],
    },
  ],
}
