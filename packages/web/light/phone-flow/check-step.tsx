import type { FlowStep, FlowSpec } from './spec.ts'
import { Card } from '../card.tsx'
import { Checkbox } from '../checkbox.tsx'
import { TextButton } from '../button.tsx'
import { Row, Rows } from '../row.tsx'
import { FieldBelow } from '../text-field.tsx'
import { Signature } from './signature.tsx'
import { promiseKey, signatureKey, signedNameKey, type Flow } from './use-flow.ts'
import styles from './check-step.module.css'

interface Props {
  flow: Flow
  spec: Pick<FlowSpec<never>, 'promise' | 'isSigned'> & { steps: readonly FlowStep[] }
}

/** Everything once more, a line for each step with the way back to it; then the promise and the signature. */
export function CheckStep({ flow, spec: { steps, promise, isSigned } }: Props) {
  const { record, errors, write, edit } = flow
  return (
    <>
      <Rows>
        {steps.map(({ id, title, summary }, at) => {
          const { words, second } = summary(record.draft)
          return (
            <Row
              key={id}
              label={title}
              second={second}
              tool={
                <TextButton onClick={() => edit(at)} aria-label={`修改${title}`}>
                  修改
                </TextButton>
              }
            >
              {words}
            </Row>
          )
        })}
      </Rows>
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
              <FieldBelow id={`${promiseKey}-below`} error={errors[promiseKey]} />
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
                onChange: (words) => write(signedNameKey, words),
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
