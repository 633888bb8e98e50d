using System.Globalization;
using PooledAwait.Inspect.Stacks.Naming;
using PooledAwait.Inspect.Stacks.Reading;
using PooledAwait.Inspect.Stacks.Snapshots;
using PooledAwait.Inspect.Stacks.Targets;

namespace PooledAwait.Inspect.Stacks;

/// <summary>A process or dump at one moment: its calls, and what they wait for.</summary>
/// <param name="Snapshot">The copied objects and stacks.</param>
/// <param name="Calls">The calls.</param>
/// <param name="Graph">The graph of calls and what they wait for.</param>
/// <param name="Notes">Notes to read before the trees: calls that may wait for each other, and what may be missing and why.</param>
internal sealed record StackLook(Snapshot Snapshot, Calls Calls, WaitGraph Graph, IReadOnlyList<string> Notes)
{
    public static StackLook Take(ITarget target, bool withFields, IReadOnlyList<string> symbols)
    {
        var snapshot = target.Look(withFields);
        using var modules = new Modules(snapshot.Root, snapshot.Programs, symbols);
        var calls = Calls.Read(snapshot, modules);
        var graph = WaitGraph.Of(snapshot, calls);
        return new(snapshot, calls, graph, [.. NotesOn(snapshot, calls, modules, graph, withFields)]);
    }

    private static IEnumerable<string> NotesOn(Snapshot snapshot, Calls calls, Modules modules, WaitGraph graph, bool withFields)
    {
        if (graph.Circle is { } circle)
        {
            yield return circle;
        }

        if (snapshot.RuntimeVersion is { Major: > DataAccess.Newest } version)
        {
            yield return $"This runs on .NET {version}; this tool knows the fields of .NET {DataAccess.Oldest} to {DataAccess.Newest}. Calls may be missing: update the tool.";
        }

        switch (LayoutOf(snapshot.Objects, modules))
        {
            case > KnownFields.Layout:
                yield return "The program's PooledAwait.Runtime is newer than this tool. Pooled calls may be missing: update the tool.";
                break;
            case 0:
                yield return "The program's PooledAwait.Runtime is older than 2.0. Pooled calls may be missing: weave it again.";
                break;
        }

        foreach (var note in modules.Notes)
        {
            yield return note;
        }

        if (calls.NotShown > 0)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{calls.NotShown:N0} continuations of methods that the runtime itself suspends (runtime-async) wait too. Before .NET 11 they do not show their methods, so they are not shown.");
        }

        if (calls.Unnamed > 0)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture, $"{calls.Unnamed:N0} calls have no name, because the files of their assemblies are not there, or are of another build than the ones that were loaded.");
        }

        if (withFields)
        {
            yield return "The output shows parameters and locals, which may be secrets: read it before you share it.";
        }
    }

    /// <summary>
    /// Returns the layout number of the boxes; 0 if the boxes' library has no such number; null if there are no boxes, or the library's file is not found.
    /// </summary>
    private static int? LayoutOf(CopiedObjects objects, Modules modules)
    {
        var box = objects.Addresses.Select(address => objects.TypeOf(address)!).FirstOrDefault(type => type.Kind == ObjectKind.PooledBox);
        return box?.Module is { } loaded && modules.Open(loaded) is { } module
            ? module.GetType("PooledAwait.Runtime.StateMachineBox")?.Fields.FirstOrDefault(field => field.Name == "Layout")?.Constant as int? ?? 0
            : null;
    }
}
