using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Tests.Pooling;

/// <summary>Walks the heap from the idle boxes of a loaded PooledAwait.Runtime, to find what these boxes keep alive.</summary>
/// <remarks>
/// An idle box may refer to itself (through delegates that it keeps for its next call), and to objects that the library creates only once. Everything else
/// belongs to a call that has ended: a local, a result, an exception, a context, an awaiter, a caller's box.
/// </remarks>
internal sealed class IdleHeap(Assembly runtime)
{
    private const BindingFlags Instance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
    private const BindingFlags Static = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly Dictionary<Type, FieldInfo[]> _fields = [];

    private HashSet<object> _onceForAll = OnceForAll(runtime);

    /// <summary>Returns all objects in the pools' slots, magazines and depots. They should be boxes or the promises of WhenAny calls.</summary>
    public HashSet<object> Boxes()
    {
        var found = new HashSet<object>(ReferenceEqualityComparer.Instance);
        foreach (var slots in Living("AllThreads", "s_slots"))
        {
            foreach (var slot in (Array)Get(slots, "_slots")!)
            {
                Add(Get(slot!, "_box"));
                if (Get(slot!, "_magazines") is { } pair)
                {
                    AddAllOf(Get(pair, "_loaded"));
                    AddAllOf(Get(pair, "_spare"));
                }
            }
        }

        foreach (var depot in Living("PoolTrimmer", "s_depots"))
        {
            AddAllOf(Get(depot, "_full"));
            AddAllOf(Get(depot, "_empty"));
        }

        return found;

        // Includes entries above a magazine's count, which must be empty. If such an entry still refers to a box that was taken, the walk finds what that box
        // uses.
        void AddAllOf(object? magazine)
        {
            for (; magazine != null; magazine = Get(magazine, "Next"))
            {
                foreach (var entry in (Array)Get(magazine, "_entries")!)
                {
                    Add(Get(entry!, "Box"));
                }
            }
        }

        void Add(object? box)
        {
            if (box != null)
            {
                found.Add(box);
            }
        }
    }

    /// <summary>Returns a line for each object that a box wrongly keeps alive. The line gives the path of fields to the object.</summary>
    public IEnumerable<string> KeptBy(object box) => Kept(box, box, box.GetType().ToString());

    /// <summary>Returns a line for each object that a value wrongly keeps alive. The value is a box, or for example the value of a static field.</summary>
    public IEnumerable<string> Kept(object? value, object owner, string way)
    {
        if (value is null || IsFree(value))
        {
            yield break;
        }

        if (!ReferenceEquals(value, owner) && !value.GetType().IsValueType)
        {
            // The target of a lambda that captures nothing has no field.
            if (value is Delegate { HasSingleTarget: true } action)
            {
                if (action.Target is { } target && !ReferenceEquals(target, owner) && !HasNoField(target))
                {
                    yield return $"{way}: a delegate of {target.GetType()}";
                }
            }
            else if (IsPartOf(owner, value))
            {
                foreach (var line in FieldsKept(value, owner, way))
                {
                    yield return line;
                }
            }
            else if (!IsOnceForAll(value))
            {
                yield return $"{way}: {value.GetType()}";
            }

            yield break;
        }

        if (value.GetType().GetCustomAttribute<InlineArrayAttribute>() is { Length: var length })
        {
            foreach (var line in Elements(value, length).SelectMany(element => Kept(element, owner, $"{way}[]")))
            {
                yield return line;
            }

            yield break;
        }

        foreach (var line in FieldsKept(value, owner, way))
        {
            yield return line;
        }
    }

    private IEnumerable<string> FieldsKept(object value, object owner, string way)
    {
        for (var type = value.GetType(); type != null && type != typeof(object); type = type.BaseType)
        {
            foreach (var field in FieldsOf(type))
            {
                var kept = field.GetValue(value);
                foreach (var line in ReferenceEquals(kept, owner) ? [] : Kept(kept, owner, $"{way}.{field.Name}"))
                {
                    yield return line;
                }
            }
        }
    }

    /// <summary>
    /// Returns whether an idle timed wait may keep the object for its next call. The object may be the wait's timer or, for WhenAny, the task of a delay with
    /// an empty list of continuations. These objects may refer to the wait, but to nothing of an earlier call.
    /// </summary>
    private static bool IsPartOf(object owner, object value) =>
        value is Timer || value.GetType().FullName is "System.Threading.TimerHolder" or "System.Threading.TimerQueueTimer" ||
        (owner.GetType().Name == "WhenAnyDelay" && (value is TaskCompletionSource or Task { IsCompleted: false } or List<object?> || value is object?[] items && items.All(item => item is null)));

    /// <summary>Returns the elements of an inline array of references; reflection sees only the first one.</summary>
    private static List<object?> Elements(object boxed, int length)
    {
        var elements = new List<object?>();
        for (var i = 0; i < length; i++)
        {
            elements.Add(Unsafe.Add(ref Unsafe.As<Boxed>(boxed).First, i));
        }

        return elements;
    }

    private static bool IsFree(object value) => value is Type or MemberInfo or Assembly ||
        value.GetType().IsPrimitive || value.GetType().IsEnum || value.GetType().FullName == "System.Threading.TimerQueue";

    public static bool HasNoField(object target) => target.GetType().GetFields(Instance).Length == 0;

    private FieldInfo[] FieldsOf(Type type)
    {
        if (!_fields.TryGetValue(type, out var fields))
        {
            fields = [.. type.GetFields(Instance).Where(field => !field.FieldType.IsPrimitive && !field.FieldType.IsPointer && !field.FieldType.IsByRefLike)];
            _fields.Add(type, fields);
        }

        return fields;
    }

    private bool IsOnceForAll(object value)
    {
        if (!_onceForAll.Contains(value))
        {
            _onceForAll = OnceForAll(runtime); // some objects are created only when they are first needed
        }

        return _onceForAll.Contains(value);
    }

    private static HashSet<object> OnceForAll(Assembly runtime)
    {
        var objects = new HashSet<object>(ReferenceEqualityComparer.Instance);
        foreach (var field in runtime.GetTypes().Where(type => !type.ContainsGenericParameters).SelectMany(type => type.GetFields(Static)))
        {
            if (!field.IsLiteral && !field.FieldType.IsValueType && !field.IsDefined(typeof(ThreadStaticAttribute)) && field.GetValue(null) is { } value)
            {
                objects.Add(value);
            }
        }

        return objects;
    }

    private List<object> Living(string type, string list)
    {
        var references = (IEnumerable)runtime.GetType($"PooledAwait.Runtime.{type}", throwOnError: true)!.GetField(list, Static)!.GetValue(null)!;
        var living = new List<object>();
        lock (references)
        {
            foreach (var reference in references)
            {
                object?[] target = [null];
                if ((bool)reference.GetType().GetMethod("TryGetTarget")!.Invoke(reference, target)!)
                {
                    living.Add(target[0]!);
                }
            }
        }

        return living;
    }

    private static object? Get(object of, string field) => of.GetType().GetField(field, Instance)!.GetValue(of);

    /// <summary>The memory layout of a boxed inline array of references.</summary>
    private sealed class Boxed
    {
        public object? First;
    }
}
