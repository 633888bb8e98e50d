using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>A type of objects on the heap. Keeps what the tool needs to know about the type, so that it asks the memory reader (ClrMD) only once.</summary>
internal sealed class HeapType
{
    private readonly Lazy<TypeFields> _fields;
    private int[]? _followed;

    /// <param name="type">ClrMD's description of the type; not kept.</param>
    /// <param name="name">The name with generic arguments.</param>
    /// <param name="ancestry">The names of the type and its base types.</param>
    /// <param name="modules">The assemblies.</param>
    /// <param name="fields">Gets the type's fields from ClrMD.</param>
    public HeapType(ClrType type, string name, IReadOnlyList<string> ancestry, LoadedModules modules, Lazy<TypeFields> fields)
    {
        Name = name;
        Ancestry = ancestry;
        StaticSize = (uint)type.StaticSize;
        ComponentSize = (uint)type.ComponentSize;
        Token = type.MetadataToken;
        IsArrayOfReferences = type is { IsArray: true, ContainsPointers: true, ComponentSize: sizeof(ulong) };
        IsString = type.IsString;
        Kind = KindOf(ancestry);
        References = Kind == ObjectKind.RuntimeAsync ? ReferencesIn(type) : [];
        Module = Kind is ObjectKind.Machine or ObjectKind.PooledBox ? modules.Of(type.Module) : null;
        _fields = fields;
    }

    /// <summary>The name with generic arguments.</summary>
    public string Name { get; }

    /// <summary>The names of the type and its base types, without generic arguments; the type itself is first.</summary>
    public IReadOnlyList<string> Ancestry { get; }

    public ObjectKind Kind { get; }

    public int Token { get; }

    /// <summary>The module that defines a machine or a pooled box; null for other types.</summary>
    public LoadedModule? Module { get; }

    /// <summary>The offsets of all references in a continuation; empty for other types. (A continuation's type has no fields for them in metadata.)</summary>
    public IReadOnlyList<int> References { get; }

    public uint StaticSize { get; }

    /// <summary>The size of an element of an array or string; otherwise 0.</summary>
    public uint ComponentSize { get; }

    public bool IsArrayOfReferences { get; }

    public bool IsString { get; }

    /// <summary>The fields. The first access must be made while the process is stopped.</summary>
    public TypeFields Fields => _fields.Value;

    /// <summary>The offsets of the references that lead to further objects to copy.</summary>
    public int[] Followed => _followed ??= [.. FollowedFields.Of(this)];

    public bool Is(string ancestor) => Ancestry.Contains(ancestor);

    /// <param name="components">The length that is stored in the object. It does not count a string's terminating zero.</param>
    public ulong SizeOf(uint components) => (StaticSize + (ComponentSize * ((ulong)components + (IsString ? 1U : 0))) + 7) & ~7UL;

    private static IReadOnlyList<int> ReferencesIn(ClrType type)
    {
        // Passes an array to WalkObject in place of an object. Fills the array with nonzero bytes, because WalkObject skips references that are null.
        var anything = new byte[type.StaticSize];
        Array.Fill(anything, byte.MaxValue);
        return type.GCDesc.IsEmpty ? [] : [.. type.GCDesc.WalkObject(anything, anything.Length).Select(reference => reference.Offset)];
    }

    private static ObjectKind KindOf(IReadOnlyList<string> ancestry)
    {
        foreach (var name in ancestry)
        {
            switch (name)
            {
                case "PooledAwait.Runtime.StateMachineBox":
                    return ObjectKind.PooledBox;
                case "System.Runtime.CompilerServices.AsyncTaskMethodBuilder+AsyncStateMachineBox":
                    return ObjectKind.DefaultBox;
                case "System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder+StateMachineBox":
                    return ObjectKind.BaseLibraryPooledBox;
                case "System.Threading.Tasks.Task":
                    return ObjectKind.Task;
                case "System.Threading.Tasks.TaskCompletionSource":
                    return ObjectKind.TaskSource;
                case "System.Threading.SemaphoreSlim":
                    return ObjectKind.Semaphore;
                case "System.Threading.Channels.Channel":
                    return ObjectKind.Channel;
                case "PooledAwait.Runtime.WhenAnyPromise":
                    return ObjectKind.WhenAnyPromise;
                case "PooledAwait.Runtime.TimedWait":
                    return ObjectKind.TimedWait;
                case "PooledAwait.Runtime.Relay":
                    return ObjectKind.Relay;
                case "System.Runtime.CompilerServices.Continuation":
                    return ObjectKind.RuntimeAsync;
            }
        }

        return ancestry.Count > 0 && IsMachine(ancestry[0]) ? ObjectKind.Machine : ObjectKind.Other;
    }

    /// <summary>Returns whether a type's name may be the name of a state machine. Iterators that are not async have such names, too, but no builder.</summary>
    private static bool IsMachine(string name)
    {
        var own = name[(name.LastIndexOf('+') + 1)..];
        return (own.StartsWith('<') && own.Contains(">d", StringComparison.Ordinal)) || own.StartsWith(TypeName.VisualBasicMachine, StringComparison.Ordinal);
    }
}
