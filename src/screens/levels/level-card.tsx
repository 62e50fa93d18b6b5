import { useId, useState } from 'react';
import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { ApiError } from '../../data/api-error.ts';
import { type Level, upgradeQuoteResource } from '../../data/levels.ts';
import { hasFeature } from '../../data/session.ts';
import { gap, labelOf, money, number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { CircleAlert } from '../../ui/icons/circle-alert.ts';
import { Note } from '../../ui/note.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { Stat } from '../../ui/stat.tsx';
import { Tick } from '../../ui/tick.tsx';
import { problemText } from '../command/use-command.ts';

const UpgradeSheet = lazySheet(() => import('./upgrade-sheet.tsx'), { texts: ['pay'] });

/** Where to meet a missing requirement of a level. */
const ways = { identity: paths.identity, first_withdrawal: paths.withdraw };
const wayTo = (code: string | undefined) => ways[code as keyof typeof ways]?.href();

interface LevelProps {
  level: Level;
  currency: string | undefined;
}

/** Where a level is from the shop's own; `next` is the first one above it. */
export type LevelPlace = 'current' | 'next' | 'higher' | 'lower';

/** A level that the shop could have. After the upgrade only the receipt stays. */
export function LevelCard({ place, ...props }: LevelProps & { place: LevelPlace }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {place !== 'current' && <Offer {...props} place={place} onMove={() => setOpen(true)} />}
      {open && <UpgradeSheet level={props.level} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The level of the shop, with its figures. */
export function CurrentLevel({ level, currency }: LevelProps) {
  const id = useId();
  const Title = useHeading(2);
  return (
    <section className="card stack" aria-labelledby={id}>
      <div className="row between top">
        <Title id={id} style={nameStyle}>
          {level.name ?? t(`level.${level.key}`)}
        </Title>
        <Badge>{t('business.upgrade.yours')}</Badge>
      </div>
      <LevelFigures level={level} currency={currency} />
    </section>
  );
}

/**
 * What a level allows and costs, its requirements, met or not, each with the way there; the move where nothing is in its
 * way. The next level has the main button of the screen.
 */
function Offer({ level, currency, place, onMove }: LevelProps & { place: LevelPlace; onMove: () => void }) {
  const id = useId();
  const Title = useHeading(2);
  const { name, authorisation, requirementStates } = level;
  const isBarred = requirementStates?.some(({ code, isMet }) => !isMet && wayTo(code));
  return (
    <section className="card stack" aria-labelledby={id}>
      <div className="row between top">
        <Title id={id} style={nameStyle}>
          {name}
        </Title>
        {authorisation === 'missing' && <Badge tone="calm">{t('business.upgrade.withheld')}</Badge>}
      </div>
      <LevelFigures level={level} currency={currency} />
      <Requirements level={level} />
      {authorisation !== 'missing' && !isBarred && (
        <Move
          level={level}
          price={place === 'lower' ? undefined : priceOf(level, currency)}
          isNext={place === 'next'}
          onMove={onMove}
        />
      )}
    </section>
  );
}

const nameStyle = { fontSize: 'var(--l)', lineHeight: 1.2 };

/** What a level allows and costs, in the same three columns on every card. */
function LevelFigures({ level: { goodsCap, deposit, fee }, currency }: LevelProps) {
  return (
    <div style={columns}>
      <Stat label={t('business.upgrade.cap')}>
        <Amount>{number(goodsCap)}</Amount>
      </Stat>
      <Stat label={t('business.upgrade.deposit')}>
        <Amount>{money(deposit, currency, round)}</Amount>
      </Stat>
      <Stat label={t('business.upgrade.fee')}>
        <Amount>{money(fee, currency, round)}</Amount>
      </Stat>
    </div>
  );
}

const columns = { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: '12px' };

/** Round sums go without cents. */
const round: Intl.NumberFormatOptions & { trailingZeroDisplay: string } = {
  trailingZeroDisplay: 'stripIfInteger',
};

/** Returns what the move takes from the balance: what is missing of the deposit, and the fee. */
function priceOf({ deposit, fee, requirementStates }: Level, currency: string | undefined) {
  const { needed = deposit, reached } = requirementStates?.find(({ code }) => code === 'deposit') ?? {};
  if (!needed || !fee) return;
  const missing = parseMoney(needed) - parseMoney(reached ?? '0');
  return money(formatMoney((missing > 0n ? missing : 0n) + parseMoney(fee)), currency, round);
}

/**
 * The requirements with what the shop has of them; the sentences of a server that sends only these. The deposit is among
 * the figures above, and paid by the move.
 */
function Requirements({ level: { requirements = [], requirementStates, refundRule } }: { level: Level }) {
  if (!requirementStates)
    return [...requirements, requirements.length === 0 && refundRule].map(
      (text) =>
        text && (
          <p key={text} className="small muted">
            {text}
          </p>
        ),
    );
  if (requirementStates.every(({ code }) => code === 'deposit')) return null;
  return (
    <ul className="rule stack tight">
      {requirementStates.map(
        ({ code, isMet }) =>
          code !== 'deposit' && (
            <li key={code} className="row top tight">
              <span data-tone="good">
                <Tick isDone={isMet} />
              </span>
              <Requirement
                text={t(`business.upgrade.requirement.${code}`) || code}
                code={code}
                way={isMet ? undefined : wayTo(code)}
              />
            </li>
          ),
      )}
    </ul>
  );
}

function Requirement({ text, code, way }: { text: string; code: string; way: string | undefined }) {
  if (!way) return <span>{text}</span>;
  return (
    <div className="grow">
      <a className="hit" href={way}>
        {text}
      </a>
      <p className="small muted">{t(`business.upgrade.${code as keyof typeof ways}`)}</p>
    </div>
  );
}

interface MoveProps {
  level: Level;
  price: string | undefined;
  isNext: boolean;
  onMove: () => void;
}

/** Asks for the price first: the refusal of a server says what is missing, and leads there. */
function Move({ level: { id, name }, price, isNext, onMove }: MoveProps) {
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<ApiError>();
  const move = async () => {
    if (!hasFeature('quote')) return onMove();
    setError(undefined);
    setAsking(true);
    await upgradeQuoteResource.refetch(id);
    setAsking(false);
    const { error } = upgradeQuoteResource.peek(id);
    if (error) setError(error);
    else onMove();
  };
  const reason = error?.data.reason;
  const way = wayTo(reason);
  const text = t('business.upgrade.move');
  return (
    <>
      {error && (
        <Note tone="bad" icon={CircleAlert} role="alert">
          {way ? (
            <a href={way}>{t(`business.upgrade.${reason as keyof typeof ways}`)}</a>
          ) : (
            problemText(error)
          )}
          {gap()}
          {t('safety.nothing_paid')}
        </Note>
      )}
      <Button
        kind={isNext ? 'primary' : 'soft'}
        busy={isAsking}
        onClick={() => void move()}
        aria-label={labelOf(name) + [text, price].filter(Boolean).join(' · ')}
      >
        <span>
          {text}
          {price && (
            <>
              {' · '}
              <Amount>{price}</Amount>
            </>
          )}
        </span>
      </Button>
    </>
  );
}
