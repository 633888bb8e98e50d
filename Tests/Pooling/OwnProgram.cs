using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>Runs a program in its own process, because PooledAwait.Runtime makes the tested decisions only once in each process.</summary>
internal static class OwnProgram
{
    /// <summary>Classes for every program. They read what the meter and the events report.</summary>
    private const string Watching =
        """
        using System;
        using System.Collections.Generic;
        using System.Diagnostics.Metrics;
        using System.Diagnostics.Tracing;
        using System.Linq;
        using System.Threading;

        sealed class Meters : IDisposable
        {
            private readonly MeterListener _listener = new();

            public Meters()
            {
                _listener.InstrumentPublished = (instrument, listener) =>
                {
                    if (instrument.Meter.Name == "PooledAwait")
                    {
                        listener.EnableMeasurementEvents(instrument);
                    }
                };
                _listener.SetMeasurementEventCallback<long>((instrument, value, _, _) => Sums[instrument.Name] = value);
                _listener.SetMeasurementEventCallback<int>((_, value, tags, _) => Ways.Add(string.Join(" ", tags.ToArray().Select(tag => tag.Value)) + " " + value));
                _listener.Start();
            }

            public Dictionary<string, long> Sums { get; } = new();

            /// <summary>The implementations in use.</summary>
            public SortedSet<string> Ways { get; } = new(StringComparer.Ordinal);

            public void ReadUntil(Func<bool> isEnough) => SpinWait.SpinUntil(() => { _listener.RecordObservableInstruments(); return isEnough(); }, 60_000);

            public void Dispose() => _listener.Dispose();
        }

        sealed class Events : EventListener
        {
            private readonly string _name;
            private readonly SortedSet<string> _lines = new(StringComparer.Ordinal);

            public Events(string name)
            {
                _name = name;
                foreach (var source in EventSource.GetSources().Where(IsOurs))
                {
                    EnableEvents(source, EventLevel.Warning);
                }
            }

            public string[] Lines { get { lock (_lines) { return _lines.ToArray(); } } }

            protected override void OnEventSourceCreated(EventSource source)
            {
                if (_name != null && IsOurs(source))
                {
                    EnableEvents(source, EventLevel.Warning);
                }
            }

            protected override void OnEventWritten(EventWrittenEventArgs written)
            {
                lock (_lines)
                {
                    _lines.Add(_name + ": " + string.Format(written.Message, written.Payload.ToArray()));
                }
            }

            private static bool IsOurs(EventSource source) => source.Name == "PooledAwait";
        }
        """;

    /// <param name="source">The program's own file.</param>
    /// <param name="runtime">The build of PooledAwait.Runtime to compile against.</param>
    public static byte[] Compile(string source, byte[] runtime)
    {
        var compilation = CSharpCompilation.Create(
            "program",
            [CSharpSyntaxTree.ParseText(source), CSharpSyntaxTree.ParseText(Watching)],
            [.. References.Of(References.Current).Where(path => Path.GetFileName(path) != "PooledAwait.Runtime.dll").Select(References.Metadata), MetadataReference.CreateFromImage(runtime)],
            new CSharpCompilationOptions(OutputKind.ConsoleApplication, optimizationLevel: OptimizationLevel.Release));
        using var image = new MemoryStream();
        var result = compilation.Emit(image);
        Assert.That(result.Success, string.Join("\n", result.Diagnostics));
        return image.ToArray();
    }

    /// <summary>Runs a compiled program with a build of the runtime, and returns what it prints.</summary>
    /// <param name="program">The program.</param>
    /// <param name="runtime">The build of PooledAwait.Runtime.</param>
    /// <param name="properties">The properties of the runtimeconfig, as JSON.</param>
    /// <param name="environment">Additional environment variables.</param>
    public static string Run(byte[] program, byte[] runtime, string properties, Dictionary<string, string>? environment = null)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllBytes(folder.PathOf("PooledAwait.Runtime.dll"), runtime);
        File.WriteAllBytes(folder.PathOf("program.dll"), program);
        File.WriteAllText(folder.PathOf("program.runtimeconfig.json"), $$"""
            { "runtimeOptions": { "tfm": "net10.0", "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" }, "configProperties": { {{properties}} } } }
            """);
        var (exitCode, output) = ChildProcess.Run(environment ?? [], "dotnet", folder.FullName, "program.dll");
        Assert.That(exitCode, Is.Zero, output);
        return output.ReplaceLineEndings("\n");
    }
}
