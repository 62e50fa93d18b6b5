export interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
}

export interface BridgeContract {
  readonly version: number;
  readonly kinds: { readonly guest: readonly string[]; readonly host: readonly string[] };
  readonly methods: Readonly<Record<string, { readonly params: Schema; readonly result: Schema }>>;
  readonly notes: Readonly<Record<string, { readonly params: Schema }>>;
  readonly events: Readonly<Record<string, { readonly params: Schema }>>;
  readonly state: Schema;
}

export function buildBridgeContract(options: { root: string }): Promise<{ path: string; contents: Buffer }[]>;
export function contractOf(path: string): Omit<BridgeContract, 'version'>;
