using System.Text;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Keeps the IL of methods as text before the methods change, for comparison with their later IL. A method's text includes its state machine, and the members
/// that a rewrite added for the method.
/// </summary>
internal sealed class IlSnapshots(ModuleDefinition module, MethodOwners owners)
{
    private readonly Dictionary<MethodDefinition, List<MethodDefinition>> _groups = [];
    private readonly Dictionary<MethodDefinition, string> _bodies = [];
    private readonly Dictionary<TypeDefinition, string> _fields = [];
    private readonly AddedMethods _added = new(module);

    /// <summary>Keeps the bodies as they are now, except bodies that are already kept.</summary>
    /// <param name="written">The user's method.</param>
    /// <param name="bodies">The methods that are about to change because of the user's method.</param>
    public void Keep(MethodDefinition written, IEnumerable<MethodDefinition> bodies)
    {
        if (!_groups.TryGetValue(written, out var group))
        {
            _groups.Add(written, group = []);
        }

        foreach (var body in new[] { written }.Concat(bodies))
        {
            if (!group.Contains(body))
            {
                group.Add(body);
            }

            if (!_bodies.ContainsKey(body))
            {
                _bodies.Add(body, IlMethodText.Of(body));
            }

            if (IsStateMachine(body.DeclaringType) && !_fields.ContainsKey(body.DeclaringType))
            {
                _fields.Add(body.DeclaringType, Fields(body.DeclaringType));
            }
        }
    }

    /// <summary>Returns the texts of a method before and after the rewrites; null if nothing was kept for the method.</summary>
    public (string Before, string After)? Of(MethodDefinition written) => _groups.TryGetValue(written, out var group)
        ? (Text(group, body => _bodies[body], type => _fields[type]),
           Text([.. group, .. _added.NamedBy(group)], IlMethodText.Of, Fields))
        : null;

    private string Text(IReadOnlyList<MethodDefinition> group, Func<MethodDefinition, string> body, Func<TypeDefinition, string> fields)
    {
        var text = new StringBuilder();
        var shown = new HashSet<TypeDefinition>();
        foreach (var method in group)
        {
            var type = method.DeclaringType;
            if ((IsStateMachine(type) || _added.Has(type)) && shown.Add(type))
            {
                Part(fields(type));
            }

            Part(body(method));
        }

        return text.ToString();

        void Part(string part) => text.Append(text.Length > 0 && part.Length > 0 ? "\n" : "").Append(part);
    }

    private bool IsStateMachine(TypeDefinition type) => type.Methods.Any(method => owners.KickOffOf(method) != method);

    private static string Fields(TypeDefinition type)
    {
        var text = new StringBuilder();
        foreach (var field in type.Fields)
        {
            text.Append(".field ").Append(field.IsStatic ? "static " : "").Append(IlTypeName.InSignature(field.FieldType)).Append(' ')
                .Append(IlTypeName.FullName(type)).Append("::").Append(IlToken.Name(field.Name)).Append('\n');
        }

        return text.ToString();
    }
}
