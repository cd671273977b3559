import { z } from 'zod'
import { useState } from 'react'
import type { FormSpec } from '../form/form-spec.ts'
import { PreferenceStoreContext } from '../preference-store.ts'
import { useToast } from '../toast.tsx'
import type { WizardStep } from '../wizard/wizard-spec.ts'
import { WizardPage } from '../wizard/wizard-page.tsx'
import { createMemoryPreferenceStore } from './memory-preference-store.ts'
import styles from './gallery.module.css'

const schoolSchema = z.object({
  name: z.string().trim().min(1, '请输入学校名称').max(40, '学校名称最多 40 个字'),
  stage: z.string().min(1, '请选择学段'),
})
const termSchema = z.object({
  name: z.string().trim().min(1, '请输入学期名称'),
  start: z.iso.date('请选择开学日期'),
  end: z.iso.date('请选择放假日期'),
})
const gradeSchema = z.object({
  grades: z.int('请输入年级数').min(1, '至少 1 个年级'),
  classes: z.int('请输入每级班数').min(1, '至少 1 个班'),
})

const options = (...labels: string[]) => labels.map((label) => ({ value: label, label }))

const schoolForm: FormSpec<z.infer<typeof schoolSchema>> = {
  schema: schoolSchema,
  initial: () => ({ name: '明湖区第三小学', stage: '小学' }),
  sections: [
    {
      fields: [
        { name: 'name', label: '学校名称', kind: 'text', required: true },
        { name: 'stage', label: '学段', kind: 'radio', required: true, options: options('小学', '初中', '九年一贯') },
      ],
    },
  ],
}
const termForm: FormSpec<z.infer<typeof termSchema>> = {
  schema: termSchema,
  initial: () => ({ name: '', start: '', end: '' }),
  sections: [
    {
      fields: [
        { name: 'name', label: '学期名称', kind: 'text', required: true, placeholder: '2026 学年第一学期' },
        { name: 'start', label: '开学日期', kind: 'date', required: true },
        { name: 'end', label: '放假日期', kind: 'date', required: true },
      ],
    },
  ],
}
const gradeForm: FormSpec<z.infer<typeof gradeSchema>> = {
  schema: gradeSchema,
  initial: () => ({ grades: 6, classes: 5 }),
  sections: [
    {
      fields: [
        { name: 'grades', label: '年级数', kind: 'number', required: true },
        { name: 'classes', label: '每级班数', kind: 'number', required: true },
      ],
    },
  ],
}

interface NewSchool {
  school: z.infer<typeof schoolSchema>
  term: z.infer<typeof termSchema>
  grades: z.infer<typeof gradeSchema>
}

const steps: readonly WizardStep<NewSchool>[] = [
  { key: 'school', title: '学校概况', form: schoolForm },
  { key: 'term', title: '学期', form: termForm, canSkip: true },
  { key: 'grades', title: '年级班级', form: gradeForm },
  {
    key: 'look',
    title: '核对',
    body: ({ state: { school, grades } }) => (
      <p
        className={styles['plain']}
      >{`${school.name}，${grades.grades} 个年级，共 ${grades.grades * grades.classes} 个班。`}</p>
    ),
  },
]
const initial = (): NewSchool => ({
  school: schoolForm.initial(),
  term: termForm.initial(),
  grades: gradeForm.initial(),
})

const preferenceStore = createMemoryPreferenceStore()

/** A new school, in steps. */
export default function WizardGallery() {
  const toast = useToast()
  const [round, setRound] = useState(0)
  return (
    <PreferenceStoreContext value={preferenceStore}>
      <WizardPage
        key={round}
        title="开通学校"
        note="云禾区"
        steps={steps}
        initial={initial}
        resumeKey="gallery.school"
        finish={() => Promise.resolve()}
        finishLabel="开通"
        onDone={() => {
          toast.success('学校已开通')
          setRound(round + 1)
        }}
        onCancel={() => setRound(round + 1)}
      />
    </PreferenceStoreContext>
  )
}
