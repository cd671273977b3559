import { useEffect } from 'react'
import { listFields, isFieldVisible } from '#packages/web/core/form/form-validation.ts'
import type { FormSection } from './form-spec.ts'
import type { SchemaForm } from './use-schema-form.ts'
import styles from './section-list.module.css'

/** The sections of a long form, with the number of errors in each. */
export function SectionList<Values extends object>({ form }: { form: SchemaForm<Values> }) {
  useScrolledTo(form)
  const { spec, section } = form
  return (
    <nav aria-label="表单各部分">
      <ol className={styles['list']}>
        {spec.sections.map((part, at) => {
          const count = countSectionErrors(form, part)
          return (
            <li key={part.title ?? at}>
              <button
                type="button"
                className={styles['item']}
                aria-current={section === at ? 'step' : undefined}
                onClick={() => goToSection(form, at)}
              >
                {part.title}
                {count > 0 && <span className={styles['count']}>{count} 处</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

export const countSectionErrors = <Values extends object>(
  { wrong }: SchemaForm<Values>,
  { fields }: FormSection<Values>,
) => wrong.filter((name) => fields.some((field) => field.name === name)).length

export const listVisibleFields = <Values extends object>({ spec, values }: SchemaForm<Values>, at: number) =>
  listFields({ ...spec, sections: spec.sections.slice(at, at + 1) })
    .filter((field) => isFieldVisible(field, values))
    .map(({ name }): string => name)

export function goToSection<Values extends object>(form: SchemaForm<Values>, at: number) {
  const [first] = listVisibleFields(form, at)
  if (first !== undefined) form.goTo(first)
  form.element.current?.querySelector(`[data-section="${at}"]`)?.scrollIntoView({ block: 'start' })
}

/** The section of the focus while it is visible; otherwise the last one whose start is above the upper third. */
function useScrolledTo<Values extends object>(form: SchemaForm<Values>) {
  const { setSection, element } = form
  useEffect(() => {
    const updateSection = ({ target }: Event) => {
      if (!(target instanceof Node) || !(target.contains(element.current) || element.current?.contains(target))) return
      const parts = [...(element.current?.querySelectorAll<HTMLElement>('[data-section]') ?? [])]
      const focused = parts.findIndex((part) => part.contains(document.activeElement))
      const passed = parts.filter((part) => part.getBoundingClientRect().top < window.innerHeight / 3).length
      setSection(focused >= 0 && isSeen(document.activeElement!) ? focused : Math.max(0, passed - 1))
    }
    document.addEventListener('scroll', updateSection, { capture: true, passive: true })
    document.addEventListener('focusin', updateSection)
    return () => {
      document.removeEventListener('scroll', updateSection, { capture: true })
      document.removeEventListener('focusin', updateSection)
    }
  }, [element, setSection])
}

function isSeen(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom >= 0 && top < window.innerHeight
}
