import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { FactRows } from '#packages/web/desk/board/fact-rows.tsx'
import type { EmptyDetails } from '#kernel/org/contract.ts'
import { schoolFactsQuery, fillSchoolFacts } from '../../set-up-queries.ts'
import { getStageTitle } from '../../class-labels.ts'
import { QueryResult, SetUpStepBody } from './step-body.tsx'
import type { SetUpStepProps } from './step-props.ts'
import styles from './set-up.module.css'

const fields = [
  { name: 'address', label: '地址', most: 200 },
  { name: 'phone', label: '电话', most: 30 },
  { name: 'contactName', label: '联系人', most: 50 },
] as const satisfies readonly { name: keyof EmptyDetails; label: string; most: number }[]
const nothing: EmptyDetails = { address: '', phone: '', contactName: '' }

/** Facts about the school. The school fills in empty ones; existing ones are changed by the bureau only. */
export function FactsStep({ setUp: { orgId, orgName, stages }, isDone, onConfirm }: SetUpStepProps) {
  const query = useQuery(schoolFactsQuery(orgId))
  const [typed, setTyped] = useState(nothing)
  const { data } = query
  const isMissing = Boolean(data && fields.some(({ name }) => data[name] === ''))
  const isTyped = fields.some(({ name }) => typed[name].trim() !== '')
  const send = async () => {
    if (isTyped) await fillSchoolFacts(orgId, typed)
    setTyped(nothing)
    await onConfirm()
  }
  return (
    <SetUpStepBody
      text={getExplanation(data?.maintainer ?? '', isMissing)}
      action={
        isDone && !isTyped ? undefined : { label: isTyped ? '保存并确认' : '信息无误', run: send, isDisabled: !data }
      }
    >
      <QueryResult query={query}>
        {(facts) => (
          <div className={styles['facts']}>
            <FactRows
              facts={[
                { label: '学校', value: orgName },
                { label: '学段', value: stages.map(getStageTitle).join('、') },
                ...fields.map(({ name, label, most }) => ({
                  label,
                  value: facts[name] || (
                    <Input
                      aria-label={label}
                      placeholder="请填写"
                      maxLength={most}
                      value={typed[name]}
                      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
                    />
                  ),
                })),
              ]}
            />
          </div>
        )}
      </QueryResult>
    </SetUpStepBody>
  )
}

function getExplanation(maintainer: string, isMissing: boolean) {
  const note = maintainer
    ? `已有信息由${maintainer}维护，有误请联系更正。`
    : '已有信息由教育局维护，可在组织机构中更正。'
  return isMissing ? `空缺的信息请直接填写，教育局会收到消息。${note}` : note
}
