/** A page of a real browser. */
export interface Tab {
  goto(address: string): Promise<void>;
  /** Evaluates an expression in the page, of which the value or its promise is returned. */
  run<T>(expression: string): Promise<T>;
  close(): Promise<void>;
  /** Only in Chromium: hands a message to the worker of an origin, as a push service does. */
  deliver?(origin: string, text: string): Promise<void>;
}

/** A running browser. */
export interface RunningBrowser {
  /** Opens a page; `preload` runs before the scripts of each document, if the engine can. */
  openTab(preload?: string): Promise<Tab>;
  /** Ends all its processes at once, by SIGKILL. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** Returns what is missing and the command that installs it; undefined if the engine is there. */
  missing(): string | undefined;
  /** Starts it with a profile folder; Firefox may be told that its push service is at a WebSocket's address. */
  launch(profile: string, pushSocket?: string): Promise<RunningBrowser>;
  /** The profile outlives the browser. */
  keepsProfile: boolean;
  /** A script can run before those of a page. */
  preloads: boolean;
}
