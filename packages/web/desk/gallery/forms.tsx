import { TeamOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { FormPage } from '../form/form-page.tsx'
import { Glyph } from '../glyph.tsx'
import { PreferenceStoreContext } from '../preference-store.ts'
import { useToast } from '../toast.tsx'
import { createMemoryPreferenceStore } from './memory-preference-store.ts'
import { partTimeForm } from './part-time-form.ts'
import { halfTyped, teacherForm, type SampleTeacher } from './teacher-form.ts'
import styles from './gallery.module.css'

const preferenceStore = createMemoryPreferenceStore({
  'gallery.part-time': { value: { post: '数学教师' }, savedAt: '2026-11-12T02:32:00Z' },
})

/** A form as a page, and the same form in a dialog. */
export default function FormsGallery() {
  const toast = useToast()
  const [round, setRound] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const again = () => setRound(round + 1)
  const [form] = useState(() => ({
    ...teacherForm,
    aside: ({ idCard }: SampleTeacher) => idCard === halfTyped.idCard && <SamePerson onOpen={() => setOpen(true)} />,
  }))
  return (
    <PreferenceStoreContext value={preferenceStore}>
      <FormPage
        key={round}
        title="新建教师"
        form={form}
        initial={halfTyped}
        draftKey="gallery.teacher"
        againLabel="保存并继续新建"
        submit={save}
        onDone={() => {
          toast.success('教师已保存')
          again()
        }}
        onCancel={again}
      />
      {isOpen && (
        <FormDialog
          title="添加兼职"
          form={partTimeForm}
          draftKey="gallery.part-time"
          submit={() => Promise.resolve()}
          onClose={() => setOpen(false)}
        />
      )}
    </PreferenceStoreContext>
  )
}

/** A fake server on which one number already exists. */
async function save({ phone }: SampleTeacher) {
  await new Promise((done) => setTimeout(done, 400))
  if (phone !== halfTyped.phone) return
  const errors = [{ field: 'phone', msg: '该手机号已被陈国栋（初中部数学教研组）使用' }]
  throw new CallError({ ret: Ret.invalid, msg: errors[0]!.msg, data: { errors }, status: 200 })
}

function SamePerson({ onOpen }: { onOpen: () => void }) {
  return (
    <section className={styles['aside']}>
      <h2>
        <Glyph of={TeamOutlined} />
        可能是同一人
      </h2>
      <p>该人员已在明湖区第二小学，是否添加为兼职？</p>
      <div className={styles['person']}>
        <span className={styles['face']} aria-hidden="true">
          清和
        </span>
        <p>
          <b>顾清和</b>数学教师，2019 年起
        </p>
      </div>
      <Button block onClick={onOpen}>
        添加为本校兼职
      </Button>
    </section>
  )
}
