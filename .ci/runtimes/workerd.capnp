using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:PORT", http = (), service = "main")]
);

const worker :Workerd.Worker = (
  modules = [(name = "bundle.mjs", esModule = embed "bundle.mjs")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["nodejs_compat"]
);
