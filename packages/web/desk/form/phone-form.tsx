import { DownOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { Button } from '../button.tsx'
import { Glyph } from '../glyph.tsx'
import { PartBar } from '../part-bar.tsx'
import { DraftLine, DraftOffer } from './draft-line.tsx'
import { FormFrame } from './form-frame.tsx'
import type { FormLayoutProps } from './form-layout-props.ts'
import { FormSections } from './form-sections.tsx'
import { listVisibleFields, goToSection, countSectionErrors } from './section-list.tsx'
import type { SchemaForm } from './use-schema-form.ts'
import { LiveRegion } from './live-region.tsx'
import styles from './phone-form.module.css'

/** The phone layout of a form: one section per screen, the error bar at the top, the next step at the bottom. */
export function PhoneForm<Values extends object>({ form, submitLabel, keep, leave, frame }: FormLayoutProps<Values>) {
  const { spec, section, draft, busy } = form
  const next = spec.sections[section + 1]
  const onward = () => {
    if (!form.isGood(listVisibleFields(form, section))) return
    form.setSection(section + 1)
    window.scrollTo({ top: 0 })
  }
  return (
    <FormFrame
      {...frame}
      top={<PhoneTop form={form} />}
      foot={
        <>
          {keep ? (
            <Button className={styles['less']!} disabled={busy} onClick={keep.press}>
              {keep.label}
            </Button>
          ) : draft.canKeep ? (
            <Button className={styles['less']!} onClick={() => void draft.save()}>
              存草稿
            </Button>
          ) : (
            <Button className={styles['less']!} onClick={leave}>
              取消
            </Button>
          )}
          {next ? (
            <Button key="next" type="primary" onClick={onward}>
              下一步：{next.title}
            </Button>
          ) : (
            <Button key="send" type="primary" htmlType="submit" loading={busy}>
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <div className={styles['sections']}>
        <FormSections form={form} only={section} />
      </div>
      <div className={styles['draft']}>
        <DraftLine draft={draft} />
      </div>
    </FormFrame>
  )
}

function PhoneTop<Values extends object>({ form }: { form: SchemaForm<Values> }) {
  const { spec, section, wrong, whole, isJudged } = form
  const parts = spec.sections.map((part, at) => ({
    title: part.title ?? `第 ${at + 1} 部分`,
    count: countSectionErrors(form, part),
  }))
  return (
    <div>
      <LiveRegion announcement={form.announcement} />
      {(wrong.length > 0 || whole !== undefined) && isJudged && (
        <div className={styles['errors']}>
          <Glyph of={ExclamationCircleFilled} />
          <strong>{whole ?? `还有 ${wrong.length} 处需要修改`}</strong>
          {wrong.length > 0 && (
            <button type="button" onClick={form.goToNext}>
              下一处
              <Glyph of={DownOutlined} />
            </button>
          )}
        </div>
      )}
      {parts.length > 1 && <PartBar parts={parts} at={section} onGo={(at) => goToSection(form, at)} />}
      <div className={styles['offer']}>
        <DraftOffer draft={form.draft} />
      </div>
    </div>
  )
}
