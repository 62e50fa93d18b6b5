import { Skel } from '../../ui/skeleton.tsx';

const cards = [0, 1, 2];

/** Cards of orders that are on their way, in the geometry of the cards. */
export function OrdersSkeleton() {
  return (
    <div className="stack cols" aria-hidden="true">
      {cards.map((card) => (
        <div key={card} className="card stack tight">
          <div className="row between">
            <Skel w="9em" h="21px" />
            <Skel w="7em" h="22px" />
          </div>
          <div className="row">
            <Skel w="52px" h="52px" />
            <div className="grow stack tight">
              <Skel />
              <Skel w="55%" />
            </div>
          </div>
          <div className="cells rule">
            <Skel w="4.5em" h="38px" />
            <Skel w="4.5em" h="38px" />
            <Skel w="4.5em" h="38px" />
          </div>
          <Skel h="44px" />
        </div>
      ))}
    </div>
  );
}
