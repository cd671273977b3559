import { CheckCircleFilled, CheckOutlined, CloseCircleFilled, CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import type { AccessExplanation } from '../../../contract.ts'
import { accessExplanationQuery } from '../../explain-access-queries.ts'
import type { QuestionProps } from './access-question.ts'
import { PersonField } from './person-field.tsx'
import { RecordFields } from './record-fields.tsx'
import { GrantPath } from './grant-path.tsx'
import styles from './question.module.css'

/** Why a person has, or lacks, a permission for a record. */
export function WhyQuestion({ question, isPhone, onChange }: QuestionProps) {
  const { userId, kind, recordId, permission, field } = question
  const isWhole = userId !== null && recordId !== null && kind !== '' && permission !== ''
  const { data, isError, error, refetch } = useQuery({
    ...accessExplanationQuery({ userId: userId ?? '', kind, recordId: recordId ?? '', permission, field }),
    enabled: isWhole,
  })
  return (
    <>
      <div className={styles['line']}>
        <PersonField question={question} isPhone={isPhone} onChange={onChange} known={data?.person} />
        <RecordFields question={question} isPhone={isPhone} onChange={onChange} known={data?.record} />
      </div>
      {!isWhole ? (
        <PageState status="empty" title="请选择人员和数据" text="选择后会说明能或不能，以及每一条理由。" />
      ) : isError ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Answer of={data} />
      ) : (
        <PageState status="loading" />
      )}
    </>
  )
}

function Answer({ of: { isAllowed, person, record, function: title, field, ways } }: { of: AccessExplanation }) {
  const sorted = [...ways].sort((one, other) => Number(other.isInScope) - Number(one.isInScope))
  return (
    <div className={styles['answer']} aria-live="polite">
      <p className={styles['verdict']} data-allowed={isAllowed || undefined}>
        <Glyph of={isAllowed ? CheckCircleFilled : CloseCircleFilled} />
        <span>
          {person.name}
          <strong>{isAllowed ? '能' : '不能'}</strong>
          {title}：{record.title}
          {field && `的${field.title}`}
          {record.about && <span className={styles['about']}>{record.about}</span>}
        </span>
      </p>
      {field?.isHidden && <p className={styles['none']}>{field.explanation}：其全部角色都不显示该字段。</p>}
      {ways.length === 0 && (
        <p className={styles['none']}>
          {person.name}的角色都没有“{title}”这项功能。
        </p>
      )}
      <ul>
        {sorted.map((way) => (
          <li
            key={`${way.roleName} ${way.via} ${way.viaName} ${way.scopeName}`}
            className={styles['reason']}
            data-off={!way.isInScope || undefined}
          >
            <span className={styles['mark']} role="img" aria-label={way.isInScope ? '能' : '不能'}>
              <Glyph of={way.isInScope ? CheckOutlined : CloseOutlined} />
            </span>
            <div>
              <GrantPath of={way} further={[title]} />
              <p className={styles['words']}>{way.explanation}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
