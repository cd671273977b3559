import type { FlowStep, FlowSpec } from './flow-spec.ts'
import { Card } from '../card.tsx'
import { Checkbox } from '../checkbox.tsx'
import { TextButton } from '../button.tsx'
import { DetailRow, DetailList } from '../row.tsx'
import { FieldMessage } from '../text-field.tsx'
import { Signature } from './signature.tsx'
import { promiseKey, signatureKey, signedNameKey, type Flow } from './use-flow.ts'
import styles from './check-step.module.css'

interface Props {
  flow: Flow
  spec: Pick<FlowSpec<never>, 'promise' | 'isSigned'> & { steps: readonly FlowStep[] }
}

/** The summary: a line for each step with a link back to it; then the promise and the signature. */
export function FlowCheckStep({ flow, spec: { steps, promise, isSigned } }: Props) {
  const { record, errors, write, edit } = flow
  return (
    <>
      <DetailList>
        {steps.map(({ id, title, summary }, at) => {
          const { text, secondLine } = summary(record.draft)
          return (
            <DetailRow
              key={id}
              label={title}
              secondLine={secondLine}
              tool={
                <TextButton onClick={() => edit(at)} aria-label={`修改${title}`}>
                  修改
                </TextButton>
              }
            >
              {text}
            </DetailRow>
          )
        })}
      </DetailList>
      {(promise || isSigned) && (
        <Card>
          {promise && (
            <div className={styles['promise']}>
              <Checkbox
                isLarge
                name={promiseKey}
                label={promise}
                checked={Boolean(record.draft[promiseKey])}
                onChange={(event) => write(promiseKey, event.target.checked ? 'yes' : '')}
                aria-describedby={`${promiseKey}-below`}
              />
              <FieldMessage id={`${promiseKey}-below`} error={errors[promiseKey]} />
            </div>
          )}
          {isSigned && (
            <Signature
              name={signatureKey}
              value={record.draft[signatureKey] ?? ''}
              onChange={(lines) => write(signatureKey, lines)}
              typed={{
                name: signedNameKey,
                value: record.draft[signedNameKey] ?? '',
                onChange: (text) => write(signedNameKey, text),
              }}
              hint="请本人手写"
              error={errors[signatureKey]}
            />
          )}
        </Card>
      )}
    </>
  )
}
