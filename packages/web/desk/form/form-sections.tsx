import { usePhone } from '../use-phone.ts'
import { isFieldVisible } from '#packages/web/core/form/form-validation.ts'
import { FieldRow } from './field-row.tsx'
import type { FormSection } from './form-spec.ts'
import type { SchemaForm } from './use-schema-form.ts'
import styles from './form-sections.module.css'

interface Props<Values extends object> {
  form: SchemaForm<Values>
  /** On phones one section fills the screen; the others are hidden. */
  only?: number | undefined
}

/** All fields, section by section. */
export function FormSections<Values extends object>({ form, only }: Props<Values>) {
  const isPhone = usePhone()
  const isSeen = ({ fields }: FormSection<Values>) => fields.some((field) => isFieldVisible(field, form.values))
  return form.spec.sections.map((section, at) => (
    // A section without fields has no title.
    <section
      key={section.title ?? at}
      className={styles['section']}
      data-section={at}
      aria-label={section.title}
      hidden={(only !== undefined && only !== at) || !isSeen(section)}
    >
      {section.title && only === undefined && <h2 className={styles['title']}>{section.title}</h2>}
      {section.fields.map((field) => (
        <FieldRow key={field.name} form={form} field={field} isPhone={isPhone} />
      ))}
    </section>
  ))
}
